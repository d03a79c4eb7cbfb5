/** Bills below the year of their day, as they come: the newest first. Browsers of before know no `Map.groupBy`. */
type DatedBill = { readonly sellAt: string };
type Year<B> = { readonly year: string; readonly bills: readonly B[] };
export const byYear = <B extends DatedBill>(bills: readonly B[]): readonly Year<B>[] => {
  const years = new Map<string, B[]>();
  for (const bill of bills) {
    const [year = ''] = bill.sellAt.split('-');
    const ofYear = years.get(year);
    if (ofYear === undefined) years.set(year, [bill]);
    else ofYear.push(bill);
  }
  return [...years].map(([year, ofYear]) => ({ year, bills: ofYear }));
};
