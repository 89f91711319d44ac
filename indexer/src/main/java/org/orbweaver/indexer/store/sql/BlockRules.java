package org.orbweaver.indexer.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.indexer.search.Words;

/**
 * Words that the index shall not hold. They are in the database, so all indexers on it obey the
 * same ones; each reads them again when it tidies up.
 */
final class BlockRules {
  private final Database database;
  private volatile List<Rule> rules = List.of();

  /** A name that contains all of these words is forbidden. */
  private record Rule(String text, Set<String> words) {}

  BlockRules(Database database) {
    this.database = database;
    reload();
  }

  void reload() {
    rules =
        database.read(
            connection -> {
              List<Rule> found = new ArrayList<>();
              try (PreparedStatement select =
                      connection.prepareStatement("SELECT words FROM block_rule ORDER BY words");
                  ResultSet row = select.executeQuery()) {
                while (row.next()) {
                  found.add(new Rule(row.getString(1), Set.copyOf(Words.texts(row.getString(1)))));
                }
              }
              return List.copyOf(found);
            });
  }

  boolean forbids(String name) {
    List<Rule> current = rules;
    if (current.isEmpty()) {
      return false;
    }
    Set<String> words = new HashSet<>(Words.texts(name));
    return current.stream().anyMatch(rule -> words.containsAll(rule.words()));
  }

  void add(String text) {
    if (Words.texts(text).isEmpty()) {
      throw new IllegalArgumentException("a block rule needs at least one word: '" + text + "'");
    }
    change("INSERT INTO block_rule (words) VALUES (?) ON CONFLICT DO NOTHING", text);
  }

  void remove(String text) {
    change("DELETE FROM block_rule WHERE words = ?", text);
  }

  private void change(String sql, String text) {
    database.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, text);
            return statement.executeUpdate();
          }
        });
    reload();
  }

  List<String> all() {
    return rules.stream().map(Rule::text).toList();
  }
}
