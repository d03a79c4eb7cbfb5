/** Words come up seldom: what shows them loads for those whom they concern. */
import { useCan } from 'root-config/api';
import { lazily } from 'root-config/ui';
import { MAY_APPROVE } from 'services/contracts/word';

const nothing = () => null;
const Requests = lazily<object>(async () => (await import('./word-requests.tsx')).WordRequests, nothing);
const Words = lazily<object>(async () => (await import('./own-words.tsx')).OwnWords, nothing);
/** For whoever may give words. */
export const WordRequests = () => (useCan(MAY_APPROVE) ? <Requests /> : null);
export const OwnWords = () => (useCan(MAY_APPROVE) ? <Words /> : null);
