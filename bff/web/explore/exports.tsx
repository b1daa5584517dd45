/** The shown graph as a file on the reader's disk. */
import type { ReactNode } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { handOver } from '../save-file.ts';
import { useColours } from './colours.ts';
import { toGraphml, toJson, toSvg } from './export-graph.ts';
import type { DrawnPlaces } from './places.ts';
import type { ShownGraph } from './shown-graph.ts';

interface ExportsProps {
  readonly graph: ShownGraph;
  readonly places: DrawnPlaces;
  readonly corpus: string;
}

export function Exports({ graph, places, corpus }: ExportsProps): ReactNode {
  const colours = useColours();
  const files = {
    SVG: () => {
      // Of a graph that was never drawn.
      places.begin(graph);
      return { type: 'image/svg+xml', text: toSvg(graph, (id) => places.of(id), colours) };
    },
    GraphML: () => ({ type: 'application/xml', text: toGraphml(graph) }),
    JSON: () => ({ type: 'application/json', text: toJson(graph) }),
  };
  return (
    <p className="exports">
      {sayExplore('exports')}{' '}
      {Object.entries(files).map(([name, make]) => (
        <button
          key={name}
          type="button"
          className="quiet"
          onClick={() => {
            const { type, text } = make();
            handOver(new Blob([text], { type }), `explore-${corpus}.${name.toLowerCase()}`);
          }}
        >
          {name}
        </button>
      ))}
    </p>
  );
}
