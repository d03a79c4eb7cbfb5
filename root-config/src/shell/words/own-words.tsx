/** 以我名义的授权 (R131): what was allowed in one's name these days; whoever it was not ends his password. */
import { client } from 'root-config/api';
import { Button, Label, moment } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { ownWords, type OwnWordRow } from 'projections/words/contract';
import { useState } from 'react';
import { z } from 'zod';
import { PasswordDialog } from '../lazy-password.tsx';
import styles from '../dashboard.module.css';

const SHOWN = 5;
const DAYS = 7;
const DAY_MS = 86_400_000;
const Page = z.object({ list: z.array(ownWords.row) });

const isRecent = ({ at }: OwnWordRow): boolean => Date.now() - Date.parse(at) < DAYS * DAY_MS;
const useOwnWords = (): readonly OwnWordRow[] => {
  const { data } = useQuery({
    queryKey: [ownWords.path, 'home'],
    queryFn: async ({ signal }) =>
      Page.parse(await client.get(ownWords.path, { way: '2', pageIndex: 1, pageSize: SHOWN }, { signal })),
  });
  return (data?.list ?? []).filter(isRecent);
};

const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'baseline', padding: '6px 0' } as const;
const WordLine = ({ word, onDisown }: { readonly word: OwnWordRow; readonly onDisown: () => void }) => {
  const place = [word.shopName, word.till].filter((part) => part !== '').join(' ');
  return (
    <li css={row}>
      <span className="ui-hint">{moment(word.at)}</span>
      <strong>
        {word.asker} {word.act}
        {word.documentNo}
      </strong>
      <span>{word.lines.join('；')}</span>
      <span className="ui-hint">
        {place} {word.way} {word.reason}
      </span>
      {word.disowned ? (
        <Label variant="danger">已否认</Label>
      ) : (
        <Button size="small" onClick={onDisown}>
          不是我
        </Button>
      )}
    </li>
  );
};

/** Nothing where none were given lately. */
export const OwnWords = () => {
  const words = useOwnWords();
  const [disowning, setDisowning] = useState<string>();
  if (words.length === 0) return null;
  return (
    <section className={styles['panel']} aria-label="以我名义的授权" css={{ marginTop: 12 }}>
      <h2>
        以我名义的授权<small>近{DAYS}天</small>
      </h2>
      <ul css={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {words.map((word) => (
          <WordLine key={word.id} word={word} onDisown={() => setDisowning(word.id)} />
        ))}
      </ul>
      {disowning === undefined ? null : <PasswordDialog disowns={disowning} onClose={() => setDisowning(undefined)} />}
    </section>
  );
};
