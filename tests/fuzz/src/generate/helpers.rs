//! Random helper functions, and calls of them.

use super::shared::States;
use super::{Generator, Known, Level, Place};
use crate::kernel::{Argument, Call, Function, Scope, Stmt, Variable};

/// A helper function and its properties.
#[derive(Debug)]
pub(crate) struct Helper {
    pub function: Function,
    /// The level of work-items that must call it together.
    level: Level,
    /// Levels of its parameters.
    parameters: Vec<Level>,
    /// The level at which its result is uniform.
    result: Level,
    /// Whether it may contain group operations.
    collective: bool,
    /// The scopes with barriers in it.
    met: Vec<Scope>,
    /// The states after a call if there are any.
    exit: States,
}

impl Generator {
    /// A helper function; it may call the existing ones.
    pub fn helper(&mut self) -> Helper {
        let level = match self.rng.u8(0..4) {
            0 => Level::Item,
            1 if self.features.sub_groups => Level::SubGroup,
            _ => Level::WorkGroup,
        };
        self.begin_function();
        let parameters = self.make_parameters(level);
        self.states = States::closed(&self.memory.shared);
        self.budget = self.rng.u32(2..10);
        let place = Place { level, depth: 1, in_loop: None, barriers: true, reducible: true };
        let mut body = Vec::new();
        if self.chance(50) {
            body.extend(self.barrier(place));
        }
        while self.budget > 0 {
            body.extend(self.statement(place));
        }
        let result = if self.rng.bool() { Level::Item } else { level };
        let value = self.chance(70).then(|| {
            let ty = self.variable_type();
            self.expression(ty, result)
        });
        let met = [Scope::WorkGroup, Scope::SubGroup]
            .into_iter()
            .filter(|&scope| self.contains_barrier(&body, scope))
            .collect();
        let collective = Self::contains(&body, &|statement| match statement {
            Stmt::Collective(_) => true,
            Stmt::Call(call) => self.helpers[call.helper].collective,
            _ => false,
        });
        let mut exit = self.states.clone();
        for (states, level) in self.returns.drain(..) {
            exit = states.join(&exit, level);
        }
        Helper {
            function: Function {
                parameters: parameters.len(),
                variables: self.variables.iter().map(|known| known.variable).collect(),
                body,
                result: value,
                noinline: self.chance(30),
            },
            level,
            parameters,
            result,
            collective,
            met,
            exit,
        }
    }

    /// Puts parameters before the variables.
    fn make_parameters(&mut self, level: Level) -> Vec<Level> {
        let mut known = Vec::new();
        for _ in 0..self.rng.u32(0..4) {
            let by_reference = self.chance(40);
            let length = if by_reference && self.chance(30) { 4 } else { 1 };
            let variable = Variable { ty: self.variable_type(), length, initial: 0, by_reference };
            // A variable of the caller belongs to the work-item here, too.
            let level = if by_reference || self.rng.bool() { Level::Item } else { level };
            known.push(Known { variable, level, assignable: true });
        }
        let levels = known.iter().map(|known| known.level).collect();
        self.variables.splice(0..0, known);
        levels
    }

    /// A call of a helper function, if one is allowed.
    pub fn call(&mut self, place: Place) -> Vec<Stmt> {
        let level = self.level(place);
        let callable: Vec<usize> = (0..self.helpers.len())
            .filter(|&helper| {
                let helper = &self.helpers[helper];
                helper.level <= level
                    && (place.barriers || helper.met.is_empty())
                    && (place.reducible || !helper.collective)
            })
            .collect();
        let Some(helper) = self.pick(&callable) else { return vec![] };
        let levels = self.helpers[helper].parameters.clone();
        let variables = self.helpers[helper].function.variables[..levels.len()].to_vec();
        let mut arguments = Vec::new();
        for (variable, level) in variables.into_iter().zip(levels) {
            if variable.by_reference {
                let fitting = self.variables_where(|known| {
                    known.assignable
                        && known.level == Level::Item
                        && known.variable.ty == variable.ty
                        && known.variable.length == variable.length
                });
                let var = self.pick(&fitting);
                let var =
                    var.unwrap_or_else(|| self.declare(variable.ty, variable.length, Level::Item));
                arguments.push(Argument::Reference(var));
            } else {
                arguments.push(Argument::Value(self.expression(variable.ty, level)));
            }
        }
        let known = &self.helpers[helper];
        let (met, exit, agreed) = (known.met.clone(), known.exit.clone(), known.result);
        let result = known.function.result.as_ref().map(|result| result.ty);
        self.states.after_call(&exit, &met);
        let to = result.and_then(|ty| {
            let targets = self.variables_where(|known| {
                known.assignable
                    && known.variable.ty == ty
                    && known.variable.length == 1
                    && known.level <= agreed
                    && known.level <= level
            });
            self.pick(&targets)
        });
        vec![Stmt::Call(Call { helper, arguments, to })]
    }

    /// Whether there is a barrier of a scope in statements or in functions they call.
    fn contains_barrier(&self, statements: &[Stmt], scope: Scope) -> bool {
        Self::contains(statements, &|statement| match statement {
            Stmt::Barrier(found) => *found == scope,
            Stmt::Call(call) => self.helpers[call.helper].met.contains(&scope),
            _ => false,
        })
    }

    /// Whether one of some statements, or of nested ones, satisfies a condition.
    fn contains(statements: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
        statements.iter().any(|statement| {
            let inside: Vec<&[Stmt]> = match statement {
                Stmt::If(_, then, otherwise) => vec![then, otherwise],
                Stmt::Switch(_, branches) => branches.iter().map(Vec::as_slice).collect(),
                Stmt::Loop(shape) => vec![&shape.body],
                Stmt::TwoEntries(two) => vec![&two.first, &two.shape.body],
                _ => vec![],
            };
            wanted(statement) || inside.into_iter().any(|inside| Self::contains(inside, wanted))
        })
    }
}
