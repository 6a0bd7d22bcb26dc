import { canaryTarget } from '#hosts/browser/canary-target.ts';

export const canary = canaryTarget;
