float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + SCALE * fabs(d));
  const float polynomial = t * (A1 + t * (A2 + t * (A3 + t * (A4 + t * A5))));
  const float tail = DENSITY * exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

kernel void price(global const float *spot, global const float *strike, global const float *years,
                  global float *prices) {
  const size_t i = get_global_id(0), count = get_global_size(0);
  const float spread = VOLATILITY * sqrt(years[i]);
  const float drift = (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i];
  const float d1 = (log(spot[i] / strike[i]) + drift) / spread;
  const float present = strike[i] * exp(-RATE * years[i]);
  const float call = spot[i] * normal_distribution(d1) - present * normal_distribution(d1 - spread);
  prices[i] = call;
  prices[count + i] = call + present - spot[i];
}
