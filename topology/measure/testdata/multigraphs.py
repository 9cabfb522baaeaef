"""Measures networks with parallel links by igraph, NetworkX and NumPy.

Reads a list of networks as JSON: the number of nodes, the links as pairs of nodes, and those of a mate of the same
order. Prints a list of what it found for each. Matrices are lists of rows, by node.
"""

import json
import sys

import igraph
import networkx
import numpy


def disjoint(graph, a, b):
    """The paths from a to b without a common node: the links between them, and those without these."""
    links = graph.count_multiple(graph.get_eid(a, b)) if graph.are_connected(a, b) else 0
    rest = graph.copy()
    rest.delete_edges(edge.index for edge in graph.es if set(edge.tuple) == {a, b})
    return links + rest.vertex_connectivity(a, b)


def cut(graph, a, b):
    """The links of a minimum cut. NetworkX takes parallel links for one, so they are capacities here."""
    weighted = networkx.Graph()
    weighted.add_nodes_from(graph)
    for u, v in graph.edges():
        weighted.add_edge(u, v, capacity=graph.number_of_edges(u, v))
    return networkx.minimum_cut_value(weighted, a, b)


def shortest(matrix, distances):
    """The numbers of shortest paths: those of walks as long as these are."""
    paths = numpy.zeros_like(matrix)
    walks = numpy.eye(len(matrix), dtype=matrix.dtype)
    for hops in range(len(matrix)):
        paths[distances == hops] = walks[distances == hops]
        walks = walks @ matrix
    return paths


def measure(order, links, mate):
    a = igraph.Graph(order, links)
    b, c = networkx.MultiGraph(), networkx.MultiGraph()
    for graph, edges in (b, links), (c, mate):
        graph.add_nodes_from(range(order))
        graph.add_edges_from(edges)
    nodes = range(order)
    distances = numpy.array(a.distances())
    adjacency = networkx.to_numpy_array(b, nodelist=nodes, dtype=int)
    girth = a.girth()  # parallel links are no cycle for igraph
    matcher = networkx.isomorphism.MultiGraphMatcher(b, b)
    return {
        "degrees": [[a.degree(u), b.degree(u)] for u in nodes],
        "link_connectivity": a.edge_connectivity(),
        "connectivity": a.vertex_connectivity(),
        "link_paths": [[0 if u == v else a.edge_connectivity(u, v) for v in nodes] for u in nodes],
        "cuts": [0 if u == 0 else cut(b, 0, u) for u in nodes],
        "paths": [[0 if u == v else disjoint(a, u, v) for v in nodes] for u in nodes],
        "diameter": a.diameter(),
        "average": a.average_path_length() if links else 0,
        "girth": 2 if a.has_multiple() else 0 if girth == float("inf") else girth,
        "shortest": [[len(paths) for paths in map(list, grouped(a, u))] for u in nodes],
        "walks": shortest(adjacency, distances).tolist(),
        "eigenvalue": float(numpy.linalg.eigvalsh(numpy.array(a.laplacian()))[1]),
        "automorphisms": sum(1 for _ in matcher.isomorphisms_iter()) if order <= 7 else 0,
        "isomorphic": networkx.is_isomorphic(b, c),
    }


def grouped(graph, source):
    """The shortest paths from source, by the node where they end: igraph lists one for each of several parallel links."""
    ends = [[] for _ in graph.vs]
    for path in graph.get_all_shortest_paths(source):
        ends[path[-1]].append(path)
    return ends


json.dump([measure(**network) for network in json.load(sys.stdin)], sys.stdout)
