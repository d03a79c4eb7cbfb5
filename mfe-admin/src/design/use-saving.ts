/** Saving a design on what was seen, and the draft that survives everything else. */
import { ApiError, clearDraft, client, messageOf, readDraft, useSend, writeDraft } from 'root-config/api';
import { useEffect, useRef, useState } from 'react';
import { parseLayout, type PrintLayout } from 'services/contracts/print-layout';
import { layoutIn, loadTemplate, TEMPLATE_VIEWS, type LoadedTemplate } from './template.ts';

const STALE = 412;
const draftKey = (id: number): string => `print-design:${id}`;
const text = (layout: PrintLayout): string => JSON.stringify(layout);
const draftOf = ({ row }: LoadedTemplate): PrintLayout | null => {
  const kept = readDraft<unknown>(draftKey(row.id));
  const layout = kept === null ? null : parseLayout(kept);
  return layout !== null && 'elements' in layout && text(layout) !== text(layoutIn(row)) ? layout : null;
};

const useSendTemplate = (id: number) =>
  useSend<{ id: number; template: string }>({
    method: 'PUT',
    path: `/base-print-template/update-template/${id}`,
    views: TEMPLATE_VIEWS,
  });
/** Keeps what is drawn as a draft until it is saved; an older one stays until somebody decides about it, or draws. */
const useDraft = (opened: LoadedTemplate, now: string, dirty: boolean) => {
  const { id } = opened.row;
  const [draft, setDraft] = useState(() => draftOf(opened));
  const touched = useRef(false);
  useEffect(() => {
    if (dirty) {
      touched.current = true;
      writeDraft(draftKey(id), JSON.parse(now));
    } else if (touched.current) clearDraft(draftKey(id));
  }, [id, now, dirty]);
  const takeDraft = (): void => setDraft(null);
  const dropDraft = (): void => {
    clearDraft(draftKey(id));
    setDraft(null);
  };
  return { draft, takeDraft, dropDraft };
};

export const useSaving = (opened: LoadedTemplate, layout: PrintLayout) => {
  const { id } = opened.row;
  const [seen, setSeen] = useState({ etag: opened.etag, saved: text(layoutIn(opened.row)) });
  const [failure, setFailure] = useState<{ readonly message: string; readonly stale: boolean } | null>(null);
  const { send, pending, waiting } = useSendTemplate(id);
  const now = text(layout);
  const dirty = now !== seen.saved;
  const drafts = useDraft(opened, now, dirty);

  const store = async (etag: string | null): Promise<boolean> => {
    setFailure(null);
    try {
      await send({ id, template: now }, { ifMatch: etag });
      const after = await loadTemplate(id);
      // Somebody may have saved between the two: then the next save must say so.
      setSeen({ etag: after.row.template === now ? after.etag : etag, saved: now });
      drafts.takeDraft();
      return true;
    } catch (error) {
      setFailure({ message: messageOf(error), stale: error instanceof ApiError && error.status === STALE });
      return false;
    }
  };
  return {
    dirty,
    pending,
    waiting,
    failure,
    ...drafts,
    save: (): Promise<boolean> => store(seen.etag),
    /** Saves over what somebody else saved meanwhile, after having been asked. */
    overwrite: async (): Promise<boolean> => {
      const { etag } = await client.request('GET', `/base-print-template/${id}`);
      return store(etag);
    },
    /** What somebody else saved; one's own work goes. */
    reload: async (): Promise<PrintLayout> => {
      const after = await loadTemplate(id);
      setFailure(null);
      setSeen({ etag: after.etag, saved: text(layoutIn(after.row)) });
      return layoutIn(after.row);
    },
  };
};
export type Saving = ReturnType<typeof useSaving>;
