import * as canaryModule from 'node:fs';

export const canary = canaryModule;
