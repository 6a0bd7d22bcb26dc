import { canaryTarget } from '#rules/canary-target.ts';

export const canary = canaryTarget;
