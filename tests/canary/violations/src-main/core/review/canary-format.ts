export const canary = {a:1};
