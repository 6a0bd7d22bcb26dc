import { canaryTarget } from '#practice/canary-client.ts';

export const canary = canaryTarget;
