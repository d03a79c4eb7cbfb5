/** `node house/main.ts` starts the house, and ends it when it is told to. */
import { startHouse } from './start/house.ts';
import { runUntilTold } from './start/house-process.ts';

runUntilTold(startHouse);
