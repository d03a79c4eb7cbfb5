/** Groups of readers with one member each, and how far each group has read. */
import { NONE } from './log.ts';
import { int16, int32, int64, joined, list, sized, text, type Reader } from './wire.ts';

export class Groups {
  readonly #offsets = new Map<string, number>();
  #generation = 0;

  join(request: Reader): Buffer {
    request.text();
    request.int32();
    const member = request.text() || `member-${this.#generation}`;
    request.text();
    const protocols = request.list(() => [request.text(), request.bytes()] as const);
    const [name = '', about = Buffer.alloc(0)] = protocols[0] ?? [];
    this.#generation += 1;
    const members = list([member], (id) => joined(text(id), sized(about)));
    return joined(int16(NONE), int32(this.#generation), text(name), text(member), text(member), members);
  }

  sync(request: Reader): Buffer {
    request.text();
    request.int32();
    request.text();
    const assigned = request.list(() => [request.text(), request.bytes()] as const);
    return joined(int16(NONE), sized(assigned[0]?.[1] ?? Buffer.alloc(0)));
  }

  commit(request: Reader): Buffer {
    const group = request.text();
    request.int32();
    request.text();
    request.int64();
    const topics = request.list(() => {
      const topic = request.text();
      const partitions = request.list(() => {
        const [partition, offset] = [request.int32(), request.int64()];
        request.text();
        this.#offsets.set(`${group} ${topic} ${partition}`, offset);
        return partition;
      });
      return { topic, partitions };
    });
    return list(topics, ({ topic, partitions }) =>
      joined(
        text(topic),
        list(partitions, (id) => joined(int32(id), int16(NONE))),
      ),
    );
  }

  committed(request: Reader): Buffer {
    const group = request.text();
    const topics = request.list(() => ({ topic: request.text(), partitions: request.list(() => request.int32()) }));
    return list(topics, ({ topic, partitions }) =>
      joined(
        text(topic),
        list(partitions, (id) =>
          joined(int32(id), int64(this.#offsets.get(`${group} ${topic} ${id}`) ?? -1), text(''), int16(NONE)),
        ),
      ),
    );
  }
}
