import { canaryTarget } from '#renderer/stores/canary-target.ts';

export const canary = canaryTarget;
