/**
 * A file of tests stays within one day of the shop: it says `today` when it begins and asks for today's rows later. What
 * would begin in the last minutes before midnight begins after it.
 */
import { setTimeout as later } from 'node:timers/promises';
import { dayOf } from 'services/contracts/dates';

/** The longest file takes a minute and a half on two busy processors. */
const LONGEST_FILE_MS = 4 * 60_000;

const began = Date.now();
const lastDay = dayOf(new Date(began + LONGEST_FILE_MS));
while (dayOf(new Date()) !== lastDay && Date.now() - began <= LONGEST_FILE_MS) await later(1_000);
