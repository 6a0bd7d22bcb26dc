export const canary = process.env;
