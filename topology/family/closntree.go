package family

// A ClosNTree is a Clos k-ary n-tree: two k-ary n-trees that share their kⁿ⁻¹ roots, each of which
// has k links into either tree. Groups, levels, addresses, ports and labels are those of [MiKANT],
// but level n-1 holds the roots ⟨n-1,D_{n-2},…,D_0⟩. Their address is @L,D: @2,0,1. Port x of a root,
// x < k, leads into group 0, to digit x; port k+x leads into group 1.
// It is an immutable, comparable value; make one with [NewClosNTree].
//
// Source: the network with which Li and Chu compare [MiKANT]; its definition is that which the
// numbers of nodes, switches and links in their table imply.
type ClosNTree struct{ twoTrees }

// NewClosNTree returns the Clos k-ary n-tree, or an error unless k ≥ 2, n ≥ 1, its 2kⁿ + (2n-1)kⁿ⁻¹
// nodes are at most [topology.MaxNodes] and its 2nkⁿ links at most [topology.MaxLinks].
func NewClosNTree(k, n int) (ClosNTree, error) {
	t, err := newTwoTrees("clos_ntree", k, n, true)
	return ClosNTree{t}, err
}
