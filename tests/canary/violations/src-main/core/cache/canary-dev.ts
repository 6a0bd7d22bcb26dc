import * as canaryModule from 'ws';

export const canary = canaryModule;
