package org.orbweaver.indexer.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.search.JointSearch.JointHits;
import org.orbweaver.indexer.search.JointSearch.Member;
import org.orbweaver.kademlia.Key;

class JointSearchTest {
  private static Hit hit(int number, int seeders) {
    return new Hit(
        number,
        new Key((long) number << 56, 0, 0),
        Optional.empty(),
        "salt " + number,
        "_c2000",
        number,
        1,
        seeders,
        0,
        number);
  }

  /** An index of these, best first; asked for a page it gives that page. */
  private static TorrentSearch index(Hit... hits) {
    return new TorrentSearch() {
      @Override
      public Hits search(SearchQuery query) {
        return new Hits(
            List.of(hits).stream().skip(query.offset()).limit(query.limit()).toList(),
            hits.length,
            false);
      }

      @Override
      public Facets facets(SearchQuery query) {
        return Facets.NONE;
      }
    };
  }

  private static final TorrentSearch BROKEN =
      new TorrentSearch() {
        @Override
        public Hits search(SearchQuery query) {
          throw new IllegalStateException("far.example cannot be reached");
        }

        @Override
        public Facets facets(SearchQuery query) {
          throw new IllegalStateException("far.example cannot be reached");
        }
      };

  @Test
  void whatSeveralHaveIsOneResultAndPagesGoOnAcrossThem() {
    JointSearch joint =
        new JointSearch(
            List.of(
                new Member("here", index(hit(1, 90), hit(2, 50), hit(3, 10))),
                new Member("there", index(hit(4, 70), hit(2, 60), hit(5, 5)))));
    SearchQuery query = new SearchQuery("salt", Sort.SEEDERS, 2);
    assertThat(joint.search(query).hits()).extracting(Hit::id).containsExactly(1L, 4L);
    JointHits second = joint.joint(query.page(2, 2));
    assertThat(second.hits().hits()).extracting(Hit::id).containsExactly(2L, 3L);
    assertThat(second.hits().hits().getFirst().seeders()).isEqualTo(60);
    assertThat(second.where().get(hit(2, 0).hash())).containsExactly("here", "there");
    assertThat(joint.search(query.page(0, 50)).total()).isEqualTo(5);
  }

  @Test
  void anIndexThatDoesNotAnswerIsNamedAndTheOthersCount() {
    Member here = new Member("here", index(hit(1, 9)));
    Member far = new Member("far", BROKEN);
    SearchQuery query = new SearchQuery("salt", Sort.SEEDERS, 2);
    JointHits hits = new JointSearch(List.of(here, far)).joint(query);
    assertThat(hits.hits().hits()).hasSize(1);
    assertThat(hits.silent()).containsEntry("far", "far.example cannot be reached");
    assertThatThrownBy(() -> new JointSearch(List.of(far)).search(query))
        .hasMessageContaining("no index answered");
  }
}
