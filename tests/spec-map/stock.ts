import { ANSWERS } from './answers.ts';
import { BEYOND } from './beyond.ts';
import { CALLS } from './calls.ts';
import { LABELS } from './labels.ts';
import { RIGHTS } from './rights.ts';
import { RULES } from './rules.ts';
import { SCREENS } from './screens.ts';
import { TRANSITIONS } from './transitions.ts';

/** The stock document, rule by rule. */
export const STOCK = [...SCREENS, ...TRANSITIONS, ...RULES, ...RIGHTS, ...CALLS, ...ANSWERS, ...LABELS, ...BEYOND];
