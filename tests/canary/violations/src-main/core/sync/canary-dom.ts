export const canary = document.title;
