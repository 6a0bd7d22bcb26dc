import { canaryTarget } from '#core/orders/canary-target.ts';

export const canary = canaryTarget;
