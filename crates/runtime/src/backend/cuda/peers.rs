//! Access of one device to the memory of another.

use super::CudaDevice;
use super::api::{DeviceId, Object};
use super::error::Failure;
use crate::backend::{Device, PeerRequest};
use crate::core::error::{Errc, RtError};

/// `CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED`.
const NATIVE_ATOMICS: i32 = 3;
/// `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED` and `CUDA_ERROR_PEER_ACCESS_NOT_ENABLED`.
const ALREADY_ENABLED: i32 = 704;
const NOT_ENABLED: i32 = 705;

impl CudaDevice {
    /// The driver's device and context of another CUDA device; none for other kinds of devices.
    fn objects(&self, peer: &dyn Device) -> Option<Result<(DeviceId, Object), RtError>> {
        if peer.copy_domain() != self.copy_domain() {
            return None;
        }
        let peer = peer.interop()?;
        let number = DeviceId::try_from(peer.device().addr().checked_sub(1)?).ok()?;
        Some(peer.context().map(|context| (number, context)))
    }

    /// Handles a request about the memory of another device.
    ///
    /// # Errors
    /// When access is not possible, already enabled, or not enabled; or the driver returns an error.
    pub(super) fn ask_peer(
        &self,
        request: PeerRequest,
        peer: &dyn Device,
    ) -> Result<bool, RtError> {
        let invalid = |message: &str| Err(RtError::new(Errc::Invalid, message));
        let Some(found) = self.objects(peer) else {
            return match request {
                PeerRequest::CanAccess | PeerRequest::HasAtomics => Ok(false),
                _ => {
                    invalid("the other device is not a CUDA device: its memory cannot be accessed")
                }
            };
        };
        let (other, context) = found?;
        let device = self.0.context;
        let (own, api) = (device.device, device.api);
        let _permit = device.enter()?;
        let mut answer = 0;
        let asked = |result: Result<(), Failure>| result.map_err(|failure| device.error(failure));
        // SAFETY: both devices are the driver's, and the output has space for the result.
        asked(unsafe { api.cuDeviceCanAccessPeer(&raw mut answer, own, other) })?;
        // A device can always access its own memory, but is not a peer of itself.
        let can_access = answer != 0 && own != other;
        match request {
            PeerRequest::CanAccess => Ok(can_access),
            PeerRequest::HasAtomics if !can_access => Ok(false),
            PeerRequest::HasAtomics => {
                // SAFETY: as above.
                asked(unsafe {
                    api.cuDeviceGetP2PAttribute(&raw mut answer, NATIVE_ATOMICS, own, other)
                })?;
                Ok(answer != 0)
            }
            PeerRequest::Enable if !can_access => {
                invalid("the device cannot access the memory of the other device")
            }
            // SAFETY: the context of a device is never released, and that of this device is current.
            PeerRequest::Enable => match unsafe { api.cuCtxEnablePeerAccess(context, 0) } {
                Err(failure) if failure.code == ALREADY_ENABLED => {
                    invalid("access to the memory of the other device is enabled already")
                }
                result => asked(result).map(|()| true),
            },
            // SAFETY: as above.
            PeerRequest::Disable => match unsafe { api.cuCtxDisablePeerAccess(context) } {
                Err(failure) if failure.code == NOT_ENABLED => {
                    invalid("access to the memory of the other device is not enabled")
                }
                result => asked(result).map(|()| true),
            },
        }
    }
}
