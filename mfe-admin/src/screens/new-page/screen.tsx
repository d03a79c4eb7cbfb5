/**
 * The route basePrint (S0§2, S2§2): with the design flag the designer of a template, without it the print page.
 * `/new-page?design=1&templateId=12&id=10021` · `/new-page?type=report&kind=allocate&id=10021&printTemplate=调拨单`
 */
import { useSearchParams } from 'root-config/api';
import { SkeletonBox } from 'root-config/ui';
import { Suspense, lazy, useMemo } from 'react';

const DesignPage = lazy(async () => ({ default: (await import('../../design/design-page.tsx')).DesignPage }));
const PrintPage = lazy(async () => ({ default: (await import('../../sheets/print-page.tsx')).PrintPage }));
const ON = ['1', 'true'];

const NewPage = () => {
  const [params] = useSearchParams();
  const search = params.toString();
  const asked = useMemo(() => {
    const given = new URLSearchParams(search);
    const value = (name: string): string => given.get(name) ?? '';
    const kind = value('kind') !== '' ? value('kind') : value('type') === 'report' ? 'invoice' : 'label';
    const ids = value('id')
      .split(',')
      .filter((id) => /^\d{1,16}$/.test(id));
    return {
      template: { id: value('templateId'), name: value('printTemplate'), kind },
      wanted: { kind, ids, printTemplate: value('printTemplate') },
    };
  }, [search]);
  return (
    <Suspense fallback={<SkeletonBox height="100vh" />}>
      {ON.includes(params.get('design') ?? '') ? (
        <DesignPage asked={asked.template} record={asked.wanted.ids[0] ?? ''} />
      ) : (
        <PrintPage wanted={asked.wanted} />
      )}
    </Suspense>
  );
};
export default NewPage;
