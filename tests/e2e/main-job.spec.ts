import { expect, test } from './program.ts';
