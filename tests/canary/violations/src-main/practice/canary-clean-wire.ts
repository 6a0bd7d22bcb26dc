import type { canaryTarget } from '#core/platform/wire/canary-target.ts';

export type Canary = typeof canaryTarget;
