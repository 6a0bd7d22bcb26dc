import type { Text } from '#contract/message.ts';
import type { ActTarget } from '#contract/model/act.ts';
import type { ActRights } from '#core/acts/act-desk-deps.ts';
import { endpoint } from '#core/platform/endpoints.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { StrategyAccess } from '#core/sync/strategy-access.ts';

/**
 * The rights of a connection. A command is refused if the world or the private platform of the
 * connection does not serve it, or if the strategy belongs, or may belong, to another person.
 */
export class SessionRights implements ActRights {
  readonly #platformId: string | null;
  readonly #access: Pick<StrategyAccess, 'lockReason'>;

  constructor(platformId: string | null, access: Pick<StrategyAccess, 'lockReason'>) {
    this.#platformId = platformId;
    this.#access = access;
  }

  refusal(command: string, { kind, id }: ActTarget, effect: RiskEffect): Text | null {
    const context = this.#platformId === null ? 'world' : 'platform';
    if (endpoint(command)?.contexts.includes(context) !== true) return { code: 'request.not-served', command };
    return kind === 'system' ? this.#access.lockReason(id, effect) : null;
  }
}
