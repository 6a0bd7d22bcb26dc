import { canaryTarget } from '#core/platform/wire/canary-target.ts';

export const canary = canaryTarget;
