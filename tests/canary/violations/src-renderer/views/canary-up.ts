import { canaryTarget } from '#renderer/app/canary-target.ts';

export const canary = canaryTarget;
