import { expect, test } from 'vitest';
import { sharesOf, type Member } from './shares.ts';

const LEASES = ['goods-in@1', 'goods-moves@1', 'sales@2', 'sale-lines@1', 'transfers@3'];
const member = (id: string, leases: readonly string[] = LEASES): Member => ({ id, leases });
const counts = (members: readonly Member[]): readonly number[] => {
  const shares = [...sharesOf(members).values()];
  return members.map(({ id }) => shares.filter((owner) => owner === id).length);
};

test('one has all, several have as many as each other, whatever order they are listed in', () => {
  expect(counts([member('a')])).toEqual([5]);
  expect(counts([member('a'), member('b')])).toEqual([3, 2]);
  expect(counts([member('a'), member('b'), member('c')])).toEqual([2, 2, 1]);
  const turned = [member('a', LEASES.toReversed()), member('b')];
  expect(sharesOf(turned)).toEqual(sharesOf([member('a'), member('b')]));
});

test('what only one may take is his, and the others take the rest', () => {
  const pinned = member('pinned', ['sales@2', 'sale-lines@1']);
  const others = member('others', ['goods-in@1', 'goods-moves@1', 'transfers@3']);
  expect(counts([pinned, others])).toEqual([2, 3]);
  expect(counts([member('all'), pinned])).toEqual([3, 2]);
  expect(sharesOf([pinned]).has('goods-in@1')).toBe(false);
});

test('nobody, nothing', () => expect(sharesOf([]).size).toBe(0));
