import * as canaryModule from 'electron';

export const canary = canaryModule;
