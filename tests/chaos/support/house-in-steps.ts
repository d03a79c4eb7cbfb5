/** A house as it runs, whose store takes one append at a time: its saves go in steps. */
import { startHouse } from '../../../house/start/house.ts';
import { runUntilTold } from '../../../house/start/house-process.ts';
import { streamByStream } from '../../../services/platform/event-store/appending.ts';

runUntilTold((config, options) => startHouse(config, { ...options, writtenTo: streamByStream }));
