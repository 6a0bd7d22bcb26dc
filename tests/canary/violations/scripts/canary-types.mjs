/** @type {number} */
export const canary = 'text';
