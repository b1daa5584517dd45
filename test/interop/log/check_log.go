// Checks a running server's log with Go's own sumdb/tlog and sumdb/note, which share no code with ours: keys, the
// checkpoint, every tile, every entry, inclusion and consistency proofs, and a checkpoint that was seen earlier.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
)

var (
	base  = flag.String("url", "", "the server")
	token = flag.String("token", "", "a token with svc.log")
	seen  = flag.String("seen", "", "file with a checkpoint of earlier; without one the present one is written there")
	want  = flag.Int("signatures", 1, "signatures of known keys that the checkpoint must have")
	done  = 0
)

func main() {
	flag.Parse()
	keys := verifiersIn(string(get("/.well-known/adduce-log-keys", "")))
	text := get("/v1/log/checkpoint", "")
	tree := openTree(text, keys, *want)
	refusesForgeries(text, keys, tree)
	tiles := tlog.TileHashReader(tree, &tileReader{saved: map[string][]byte{}})
	hash, err := tlog.TreeHash(tree.N, tiles)
	must(err)
	check(hash == tree.Hash, "the tiles lead to the checkpoint's root")
	leaves := leafHashes(tree, tiles)
	checkEntries(leaves)
	sizes := interesting(tree.N)
	for _, size := range sizes {
		checkInclusions(size, sizes, leaves, tiles)
		checkConsistencies(size, sizes, tiles)
	}
	checkSeen(text, keys, tree)
	fmt.Printf("%d checks passed: a log of %d entries, by golang.org/x/mod/sumdb\n", done, tree.N)
}

// verifiersIn gives the keys that sign now: those that sign no more stand in comments.
func verifiersIn(list string) []string {
	var keys []string
	for _, line := range strings.Split(list, "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			keys = append(keys, line)
		}
	}
	return keys
}

// openTree verifies the note under every key that the server lists, and reads what it says.
func openTree(text []byte, keys []string, signatures int) tlog.Tree {
	var verifiers []note.Verifier
	for _, key := range keys {
		verifier, err := note.NewVerifier(key)
		must(err)
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open(text, note.VerifierList(verifiers...))
	must(err)
	check(len(opened.Sigs) == signatures, fmt.Sprintf("%d known keys have signed, not %d", signatures, len(opened.Sigs)))
	lines := strings.Split(opened.Text, "\n")
	check(len(lines) == 4 && lines[0] == verifiers[0].Name(), "the checkpoint has an origin, a size and a root")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	hash, err := tlog.ParseHash(lines[2])
	must(err)
	return tlog.Tree{N: size, Hash: hash}
}

// refusesForgeries shows that what passes above could fail.
func refusesForgeries(text []byte, keys []string, tree tlog.Tree) {
	verifier, err := note.NewVerifier(keys[0])
	must(err)
	forged := bytes.Replace(text, []byte(fmt.Sprintf("\n%d\n", tree.N)), []byte(fmt.Sprintf("\n%d\n", tree.N+1)), 1)
	_, err = note.Open(forged, note.VerifierList(verifier))
	check(err != nil, "a checkpoint of another size is refused")
	wrong := tlog.Tree{N: tree.N, Hash: tlog.RecordHash([]byte("another tree"))}
	_, err = tlog.TileHashReader(wrong, &tileReader{saved: map[string][]byte{}}).ReadHashes([]int64{0})
	check(err != nil, "tiles of another tree are refused")
}

type tileReader struct{ saved map[string][]byte }

func (*tileReader) Height() int { return tileHeight }

func (r *tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		// Go's paths name the height, those of C2SP tlog-tiles do not: it is always 8.
		path := "/v1/log/" + strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight), "tile/", 1)
		if r.saved[path] == nil {
			r.saved[path] = get(path, "")
		}
		data = append(data, r.saved[path])
	}
	return data, nil
}

func (*tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

// leafHashes reads every leaf through the tiles, each verified against the root.
func leafHashes(tree tlog.Tree, tiles tlog.HashReader) []tlog.Hash {
	var indexes []int64
	for n := int64(0); n < tree.N; n++ {
		indexes = append(indexes, tlog.StoredHashIndex(0, n))
	}
	hashes, err := tiles.ReadHashes(indexes)
	must(err)
	check(int64(len(hashes)) == tree.N, "every leaf is in a tile")
	return hashes
}

func checkEntries(leaves []tlog.Hash) {
	at := 0
	for first := 0; first < len(leaves); first += tileWidth {
		path := (tlog.Tile{H: tileHeight, L: -1, N: int64(first / tileWidth), W: min(tileWidth, len(leaves)-first)}).Path()
		data := get("/v1/log/"+strings.Replace(path, fmt.Sprintf("tile/%d/data/", tileHeight), "tile/entries/", 1), *token)
		for len(data) > 0 {
			end := 2 + int(binary.BigEndian.Uint16(data))
			if tlog.RecordHash(data[2:end]) != leaves[at] {
				check(false, fmt.Sprintf("entry %d is what its leaf is the hash of", at))
			}
			data = data[end:]
			at++
		}
	}
	check(at == len(leaves), "every entry is what its leaf is the hash of")
	check(status(fmt.Sprintf("/v1/log/tile/entries/000.p/%d", min(tileWidth-1, len(leaves))), "") == 403, "nobody reads entries without a token")
}

// interesting sizes: the smallest, those about powers of two, and the whole.
func interesting(n int64) []int64 {
	sizes := []int64{1}
	for _, size := range []int64{2, 3, 7, 8, 9, 127, 128, 255, 256, 257, 300, n - 1, n} {
		if size > sizes[len(sizes)-1] && size <= n {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

func checkInclusions(size int64, sizes []int64, leaves []tlog.Hash, tiles tlog.HashReader) {
	root, err := tlog.TreeHash(size, tiles)
	must(err)
	for _, one := range sizes {
		index := one - 1
		if index >= size {
			break
		}
		var reply struct {
			Inclusion struct {
				Root   string   `json:"root"`
				Hashes []string `json:"hashes"`
			} `json:"inclusion"`
		}
		must(json.Unmarshal(get(fmt.Sprintf("/v1/log/proof/inclusion?index=%d&size=%d", index, size), ""), &reply))
		proof := tlog.RecordProof(hashes(reply.Inclusion.Hashes))
		must(tlog.CheckRecord(proof, size, root, index, leaves[index]))
		check(reply.Inclusion.Root == hex.EncodeToString(root[:]), "the proof's root is the tree's")
		other := tlog.RecordHash([]byte("another entry"))
		check(tlog.CheckRecord(proof, size, root, index, other) != nil, "the proof is of no other entry")
	}
}

func checkConsistencies(size int64, sizes []int64, tiles tlog.HashReader) {
	root, err := tlog.TreeHash(size, tiles)
	must(err)
	for _, old := range sizes {
		if old > size {
			break
		}
		oldRoot, err := tlog.TreeHash(old, tiles)
		must(err)
		must(tlog.CheckTree(consistency(old, size), size, root, old, oldRoot))
		other := tlog.RecordHash([]byte("another tree"))
		check(tlog.CheckTree(consistency(old, size), size, root, old, other) != nil, "the proof is from no other tree")
	}
}

func consistency(old, size int64) tlog.TreeProof {
	var reply struct {
		Consistency struct {
			Hashes []string `json:"hashes"`
		} `json:"consistency"`
	}
	must(json.Unmarshal(get(fmt.Sprintf("/v1/log/proof/consistency?old_size=%d&size=%d", old, size), ""), &reply))
	return tlog.TreeProof(hashes(reply.Consistency.Hashes))
}

// checkSeen proves that the log begins with what an auditor saw earlier, or keeps what it sees for the next time.
func checkSeen(text []byte, keys []string, tree tlog.Tree) {
	if *seen == "" {
		return
	}
	earlier, err := os.ReadFile(*seen)
	if os.IsNotExist(err) {
		must(os.WriteFile(*seen, text, 0o600))
		return
	}
	must(err)
	old := openTree(earlier, keys, 1)
	check(old.N < tree.N, "the log has grown since")
	must(tlog.CheckTree(consistency(old.N, tree.N), tree.N, tree.Hash, old.N, old.Hash))
	check(true, "the log begins with what was seen")
}

func hashes(texts []string) []tlog.Hash {
	all := make([]tlog.Hash, len(texts))
	for at, text := range texts {
		bytes, err := hex.DecodeString(text)
		must(err)
		hash, err := tlog.ParseHash(base64.StdEncoding.EncodeToString(bytes))
		must(err)
		all[at] = hash
	}
	return all
}

// request asks as any Go program does: without an Accept. What has no form of its own comes as JSON.
func request(path, bearer string) *http.Response {
	asked, err := http.NewRequest("GET", *base+path, nil)
	must(err)
	if bearer != "" {
		asked.Header.Set("Authorization", "Bearer "+bearer)
	}
	reply, err := http.DefaultClient.Do(asked)
	must(err)
	return reply
}

func get(path, bearer string) []byte {
	reply := request(path, bearer)
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	must(err)
	check(reply.StatusCode == http.StatusOK, path+" is "+reply.Status)
	return body
}

func status(path, bearer string) int {
	reply := request(path, bearer)
	reply.Body.Close()
	return reply.StatusCode
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func must(err error) {
	if err != nil {
		fail(err.Error())
	}
	done++
}

func check(ok bool, what string) {
	if !ok {
		fail("not so: " + what)
	}
	done++
}

func fail(what string) {
	fmt.Fprintln(os.Stderr, what)
	os.Exit(1)
}
