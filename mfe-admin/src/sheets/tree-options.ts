/** Where a record of a tree may lie: at the root, or below any other that is not itself nor below it (R101). */
import type { PickerOption } from 'root-config/ui';

type Branch = { readonly children: readonly Branch[] };
const ROOT: PickerOption = { value: '0', label: '主类目' };
type Naming<Node> = {
  /** Its number and words; null: nothing may lie below it. */
  readonly nameOf: (node: Node) => { readonly id: number; readonly label: string } | null;
  /** The record itself, where it exists. */
  readonly own: number | undefined;
};
const below = <Node extends Branch>(nodes: readonly Node[], naming: Naming<Node>, depth: number): PickerOption[] =>
  nodes.flatMap((node) => {
    const name = naming.nameOf(node);
    if (name === null || name.id === naming.own) return [];
    const children = node.children as readonly Node[];
    return [{ value: String(name.id), label: name.label, depth }, ...below(children, naming, depth + 1)];
  });
export const placesIn = <Node extends Branch>(
  nodes: readonly Node[],
  naming: Naming<Node>,
): readonly PickerOption[] => [ROOT, ...below(nodes, naming, 1)];
