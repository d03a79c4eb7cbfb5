import { describe } from 'vitest';
import { killAnOrder } from './support/killed-order.ts';

describe('an order with all its lists, ONE_APPEND=off', () => killAnOrder('off'));
