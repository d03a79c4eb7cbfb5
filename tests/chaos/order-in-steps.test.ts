import { describe } from 'vitest';
import { killAnOrder } from './support/killed-order.ts';

describe('an order with all its lists, written in steps', () => killAnOrder('steps'));
