export const canary = 1;
