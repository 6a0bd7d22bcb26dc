import { canaryTarget } from '#renderer/ui/canary-target.ts';

export const canary = canaryTarget;
