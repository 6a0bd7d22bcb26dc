export const canaryUsed = 1;
export const canaryUnused = 2;
