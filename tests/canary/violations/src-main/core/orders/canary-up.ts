import { canaryTarget } from '#core/commands/canary-target.ts';

export const canary = canaryTarget;
