import { describe } from 'vitest';
import { killUnderLoad } from './support/killed-under-load.ts';

describe('under load, written together', () => killUnderLoad('together'));
