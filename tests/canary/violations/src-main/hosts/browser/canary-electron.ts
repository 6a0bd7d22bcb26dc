import { canaryTarget } from '#hosts/electron/canary-target.ts';

export const canary = canaryTarget;
