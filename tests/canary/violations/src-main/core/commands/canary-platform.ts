import { canaryTarget } from '#core/platform/canary-target.ts';

export const canary = canaryTarget;
