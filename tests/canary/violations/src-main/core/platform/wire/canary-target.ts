export const canaryTarget = 1;
