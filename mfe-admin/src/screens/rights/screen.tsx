/** 权限快照 (R126): what one user could do at the end of a day, or who could do a certain thing; as it goes on paper. */
import { Button, DayInput, Heading, RemoteSelect, SegmentedControl, shopToday } from 'root-config/ui';
import { useState } from 'react';
import { Holders } from './holders.tsx';
import { Snapshot } from './snapshot.tsx';
import './rights.css';

const nameOf = (row: Readonly<Record<string, unknown>>): string =>
  `${row['nickName'] as string}（${row['username'] as string}）`;
const PEOPLE = { path: '/sys-user', search: 'nickName', label: nameOf };
const QUESTIONS = ['某人的权限', '谁有某项权限'] as const;

const OfPerson = ({ day }: { readonly day: string | undefined }) => {
  const [user, setUser] = useState<{ readonly id: string; readonly name: string }>();
  return (
    <>
      <div className="rights-asked no-print">
        <RemoteSelect
          label="用户"
          placeholder="选择用户"
          source={PEOPLE}
          value={user?.id}
          wordsOf={() => user?.name}
          onChange={(id) => id === undefined && setUser(undefined)}
          onRow={(row) => row !== undefined && setUser({ id: String(row['id'] as number), name: nameOf(row) })}
        />
      </div>
      <Snapshot userId={user?.id} day={day} />
    </>
  );
};

const RightsScreen = () => {
  const [question, setQuestion] = useState(0);
  const [day, setDay] = useState<string | undefined>(shopToday);
  return (
    <div className="rights">
      <header>
        <Heading as="h2" variant="medium">
          权限快照
        </Heading>
        <span className="no-print">
          <SegmentedControl aria-label="要问什么" onChange={setQuestion}>
            {QUESTIONS.map((title, index) => (
              <SegmentedControl.Button key={title} selected={index === question}>
                {title}
              </SegmentedControl.Button>
            ))}
          </SegmentedControl>
        </span>
        <span className="rights-day no-print">
          <DayInput label="日期" limited={false} value={day} onChange={setDay} />
        </span>
        <span className="no-print">
          <Button onClick={() => window.print()}>打印</Button>
        </span>
      </header>
      {question === 0 ? <OfPerson day={day} /> : <Holders day={day} />}
    </div>
  );
};
export default RightsScreen;
