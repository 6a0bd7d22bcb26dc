import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import {
  passwordBounds,
  personBounds,
  type PersonAttribute,
  type PersonPlan,
  type PersonRequest,
} from '#contract/model/own-person.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Check } from '#contract/model/ticket.ts';
import { done, failed } from '#contract/outcome.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { watchActs } from '#core/acts/act-notice.ts';
import { changePersonAttribute, passwordField } from '#core/acts/person-acts.ts';
import { digestOf } from '#core/files/sealed.ts';
import { check } from '#core/plans/check.ts';
import { ShownPlans } from '#core/plans/shown-plans.ts';
import { refusalByChecks } from '#core/plans/plan-refusals.ts';
import type { Clock, Random } from '#core/ports.ts';

export type PersonDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly acts: ActDesk;
  /** True for a private platform, where this desk changes no person. */
  readonly isPrivatePlatform: boolean;
  readonly notify: (notice: Notice) => void;
};

const isAttribute = (name: string): name is PersonAttribute => Object.hasOwn(personBounds, name);
const attributes: readonly PersonAttribute[] = Object.keys(personBounds).filter(isAttribute);
const lengthOf = (text: string): number => Array.from(text).length;

/** Changes the person to whom the key belongs. No read command shows the outcome of a change. */
export class PersonDesk {
  readonly #deps: PersonDeskDeps;
  readonly #plans = new ShownPlans<PersonPlan>();

  constructor(deps: PersonDeskDeps) {
    this.#deps = deps;
    watchActs({ ...deps, types: [changePersonAttribute], changed: () => undefined });
  }

  plan(request: PersonRequest): CommandOutcome<'person.plan'> {
    const { clock, isPrivatePlatform, random } = this.#deps;
    if (isPrivatePlatform) return failed('not-possible', { code: 'person.world-only' });
    if (Object.keys(request.attributes).length === 0 && !request.password)
      return failed('not-possible', { code: 'person.nothing-to-change' });
    const plan: PersonPlan = {
      planId: random.uuid(),
      digest: digestOf(JSON.stringify(request)),
      request,
      at: Math.floor(clock.now() / 1000),
      checks: checksOf(request),
      requests: 1,
    };
    this.#plans.add(plan.planId, plan);
    return done(plan);
  }

  async send(input: CommandInput<'person.send'>): Promise<CommandOutcome<'person.send'>> {
    const { intentId, password, planId, confirmed } = input;
    const shown = this.#plans.get(planId);
    if (shown === undefined) return failed('unknown-plan', { code: 'person.unknown-plan' });
    const refusal = refusalByChecks(shown.checks, confirmed);
    if (refusal !== null) return refusal;
    const { request } = shown;
    const length = lengthOf(password ?? '');
    const isValid = request.password ? length >= passwordBounds.min && length <= passwordBounds.max : length === 0;
    if (!isValid) return failed('password', { code: 'person.password', ...passwordBounds });
    const outcome = await this.#deps.acts.send(changePersonAttribute, {
      intentId,
      targetId: request.personId,
      before: null,
      wanted: { attributes: request.attributes, password: request.password ? 'set' : null },
      ...(password === null ? {} : { secrets: { [passwordField]: password } }),
    });
    return outcome.ok ? done({ state: outcome.value.state }) : outcome;
  }
}

function checksOf(request: PersonRequest): Check[] {
  const bounds = attributes.flatMap((field): Check[] => {
    const value = request.attributes[field];
    const { min, max } = personBounds[field];
    const length = lengthOf((value ?? '').trim());
    if (value === undefined || (length >= min && length <= max)) return [];
    const text = { code: 'person.bounds', field, min, max } as const;
    return [check('block', `bounds-${field}`, text, field)];
  });
  const notRead = check('warn', 'not-read', { code: 'person.not-read' });
  const password = check('warn', 'password-set', { code: 'person.password-set' }, 'password');
  return [...bounds, notRead, ...(request.password ? [password] : [])];
}
