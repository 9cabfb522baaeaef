"""Reads networks with NetworkX, igraph and Graphviz, says what each found, and has them write files.

usage: python3 programs.py FOLDER

FOLDER holds files NAME.dot, NAME.graphml, NAME.gml, NAME.g6, NAME.s6, NAME.txt (edge list) and NAME.json. Prints
a list of reports as JSON, one for each file and program, and writes files NAME.PROGRAM.FORMAT to FOLDER/out.
"""

import glob
import html
import json
import os
import subprocess
import sys

import igraph
import networkx

NODE = ["kind", "level"]
ENDS = ["source_port", "target_port", "source_label", "target_label"]
NUMBERS = ["length", "latency", "capacity"]
LINK = ENDS + NUMBERS + ["kind"]
DOT = {"taillabel": "source_label", "headlabel": "target_label"}


def clean(value):
    """An attribute as text; what a program has in place of a missing one as nothing."""
    if value is None or value == "" or value != value:
        return None
    if isinstance(value, float):
        value = int(value)
    return str(value)


def number(value):
    """A number as text; nothing for what a program has in place of a missing one."""
    if value is None or value == "" or value != value:
        return None
    value = float(value)
    return str(int(value) if value == int(value) else value)


def chosen(attributes, names):
    renamed = {DOT.get(name, name): value for name, value in attributes.items()}
    cleaned = {name: number(value) if name in NUMBERS else clean(value) for name, value in renamed.items()}
    return {name: cleaned[name] for name in names if cleaned.get(name) is not None}


def flip(attributes):
    swap = {"source": "target", "target": "source"}
    return {swap[name.split("_")[0]] + "_" + name.split("_")[1] if name in ENDS else name: value for name, value in attributes.items()}


def report(name, format, program, nodes, links, degrees, connected, diameter):
    listed = [(min(a, b), max(a, b), flip(d) if b < a else d) for a, b, d in links]
    return {
        "name": name, "format": format, "program": program, "order": len(nodes), "size": len(links),
        "degrees": sorted(degrees), "connected": connected, "diameter": diameter,
        "nodes": nodes, "links": sorted([a + " " + b + " " + json.dumps(d, sort_keys=True) for a, b, d in listed]),
    }


def of_networkx(name, format, program, graph):
    if graph.number_of_nodes() == 0:
        return report(name, format, program, {}, [], [], False, 0)
    connected = networkx.is_connected(graph)
    return report(
        name, format, program,
        {u: chosen(d, NODE) for u, d in graph.nodes(data=True)},
        [(a, b, chosen(d, LINK)) for a, b, d in graph.edges(data=True)],
        [d for _, d in graph.degree()], connected, networkx.diameter(graph) if connected else -1)


def unescaped(attributes):
    return {name: html.unescape(value) for name, value in attributes.items()}


def of_igraph(name, format, program, graph, id):
    connected = graph.is_connected()
    names = [html.unescape(name) for name in graph.vs[id]]  # igraph leaves some escapes in an id
    return report(
        name, format, program,
        {names[v.index]: chosen(v.attributes(), NODE) for v in graph.vs},
        [(names[e.source], names[e.target], unescaped(chosen(e.attributes(), LINK))) for e in graph.es],
        graph.degree(), connected, graph.diameter() if connected else -1)


def of_graphviz(name, format, text):
    """What dot says of a graph: it lists objects by number; the rest is counted here."""
    found = json.loads(text)
    objects = {o["_gvid"]: o for o in found.get("objects", []) if "nodes" not in o}
    graph = networkx.MultiGraph()
    graph.add_nodes_from((o["name"], o) for o in objects.values())
    links = [(objects[e["tail"]]["name"], objects[e["head"]]["name"], e) for e in found.get("edges", [])]
    graph.add_edges_from(links)
    result = of_networkx(name, format, "dot", graph)
    result["links"] = report("", "", "", {}, [(a, b, chosen(d, LINK)) for a, b, d in links], [], True, 0)["links"]
    return result


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def main():
    folder = sys.argv[1]
    os.mkdir(os.path.join(folder, "out"))
    reports = []
    for path in sorted(glob.glob(os.path.join(folder, "*.*"))):
        name, extension = os.path.splitext(os.path.basename(path))
        out = os.path.join(folder, "out", name)
        if extension == ".json":
            with open(path, encoding="utf-8") as file:
                graph = networkx.node_link_graph(json.load(file))
            reports.append(of_networkx(name, "json", "networkx", graph))
            with open(out + ".networkx.json", "w") as file:
                json.dump(networkx.node_link_data(graph), file)
        elif extension == ".graphml":
            graph = networkx.read_graphml(path)
            reports.append(of_networkx(name, "graphml", "networkx", graph))
            networkx.write_graphml(graph, out + ".networkx.graphml")
            networkx.write_edgelist(graph, out + ".networkx.edgelist")
            graph = igraph.Graph.Read_GraphML(path)
            reports.append(of_igraph(name, "graphml", "igraph", graph, "id"))
        elif extension == ".txt":
            graph = networkx.read_edgelist(path, create_using=networkx.MultiGraph)
            reports.append(of_networkx(name, "edgelist", "networkx", graph))
            graph = igraph.Graph.Read_Ncol(path, directed=False)
            reports.append(of_igraph(name, "edgelist", "igraph", graph, "name"))
        elif extension == ".gml":
            graph = networkx.read_gml(path)
            reports.append(of_networkx(name, "gml", "networkx", graph))
            networkx.write_gml(graph, out + ".networkx.gml")
            reports.append(of_igraph(name, "gml", "igraph", igraph.Graph.Read_GML(path), "label"))
        elif extension in (".g6", ".s6"):
            graph = networkx.read_graph6(path) if extension == ".g6" else networkx.read_sparse6(path)
            graph = networkx.relabel_nodes(graph, str)
            reports.append(of_networkx(name, {".g6": "graph6", ".s6": "sparse6"}[extension], "networkx", graph))
        elif extension == ".dot":
            reports.append(of_networkx(name, "dot", "networkx", networkx.nx_agraph.read_dot(path)))
            reports.append(of_graphviz(name, "dot", run("dot", "-Tdot_json", path)))
            with open(out + ".dot.dot", "w", encoding="utf-8") as file:
                file.write(run("dot", "-Tcanon", path))
            with open(out + ".laid.dot", "w", encoding="utf-8") as file:
                file.write(run("dot", "-Tdot", path))
    json.dump(reports, sys.stdout)


main()
