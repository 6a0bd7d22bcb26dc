import * as canaryModule from 'lightweight-charts';

export const canary = canaryModule;
