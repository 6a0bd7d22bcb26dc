// Loaded by --import: every import of `electron` resolves to the stand-in.
import { registerHooks } from 'node:module';

const standIn = new URL('./electron-module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
