export { canaryTarget } from '#core/events/canary-target.ts';
