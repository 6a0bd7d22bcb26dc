import type { canaryTarget } from '#core/events/canary-target.ts';

export type Canary = typeof canaryTarget;
