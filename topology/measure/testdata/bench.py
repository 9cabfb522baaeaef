"""Counts shortest paths with igraph and finds eigenvalues with SciPy, and says how long that takes.

Reads a regular network as JSON: the number of nodes, the links as pairs of nodes, and the sources of the paths.
"""

import collections
import json
import sys
import time

import igraph
import scipy.sparse
import scipy.sparse.linalg


def timed(run):
    start = time.perf_counter()
    result = run()
    return result, time.perf_counter() - start


def main():
    network = json.load(sys.stdin)
    order, links, sources = network["order"], network["links"], network["sources"]
    graph = igraph.Graph(order, links)
    listed, listing = timed(lambda: [graph.get_all_shortest_paths(u) for u in sources])
    _, betweenness = timed(lambda: graph.betweenness())
    counts = []
    for paths in listed:
        ends = collections.Counter(path[-1] for path in paths)
        counts.append([ends[u] for u in range(order)])
    rows, columns = zip(*links)
    upper = scipy.sparse.coo_matrix(([1.0] * len(links), (rows, columns)), shape=(order, order))
    matrix = (upper + upper.T).tocsr()
    largest, gap = timed(lambda: scipy.sparse.linalg.eigsh(matrix, k=2, which="LA", return_eigenvectors=False))
    least, end = timed(lambda: scipy.sparse.linalg.eigsh(matrix, k=1, which="SA", return_eigenvectors=False))
    json.dump({
        "counts": counts, "listing": listing, "betweenness": betweenness,
        "second": min(largest), "least": least[0], "spectrum": gap + end,
    }, sys.stdout)


main()
